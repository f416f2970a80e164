// What the search of the documentation looks through, the same when the index is made and when it is read.

// Whoever types a name wants its entry before the texts that use it.
const boostDocument = (id, term, { page }) => (page.startsWith("Reference") ? 2 : 1);

export const FIELDS = {
  fields: ["heading", "text"],
  storeFields: ["href", "heading", "page"],
  searchOptions: { boost: { heading: 4 }, prefix: true, fuzzy: (term) => (term.length > 4 ? 0.2 : false), combineWith: "AND", boostDocument },
};
