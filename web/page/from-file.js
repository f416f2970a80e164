// A page that is opened from a file: browsers run no modules there, so this script says it.
if (location.protocol === "file:") {
  document.getElementById("from-file").hidden = false;
  document.getElementById("loading").hidden = true;
}
