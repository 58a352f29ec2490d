// Runs before anything is shown: without saved figures there is nothing to recommend from. The page
// itself judges what is saved.
try {
  if (window.sessionStorage.getItem("energyData") === null) location.replace("/generator-config");
} catch {
  // Blocked storage: the page's own script goes there.
}
