// What the search of the documentation looks through, the same when the index is made and when it is read.

// Whoever types a name wants its entry before the texts that use it, and the code of an error only if it is typed.
const boostDocument = (id, term, { page }) => (page === "Reference: Error codes" && !term.includes("::") ? 0.2 : page.startsWith("Reference") ? 2 : 1);

export const FIELDS = {
  fields: ["name", "heading", "words", "text"],
  storeFields: ["href", "heading", "page"],
  searchOptions: { boost: { name: 10, heading: 4, words: 3 }, prefix: true, fuzzy: (term) => (term.length > 4 ? 0.2 : false), combineWith: "AND", boostDocument },
};
