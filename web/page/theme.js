// Runs before the page is painted, so that the page does not flash in the wrong colours.
(() => {
  for (const name of ["theme", "board"]) {
    const choice = localStorage.getItem(name);
    if (choice) document.documentElement.dataset[name] = choice;
  }
})();
