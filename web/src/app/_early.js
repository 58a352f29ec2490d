// Stands in the page and runs before anything is shown, so it is short. Where this visitor has
// nothing that the page could show, it goes to the first step at once; else it asks for what the
// page will show while the page's scripts are still on their way.
(() => {
  const { needs, asks, asksUnnamed } = document.currentScript.dataset;
  const order = new URLSearchParams(location.search).get("order");

  const isKept = (key) => {
    try {
      return window.sessionStorage.getItem(key) !== null;
    } catch {
      return false; // blocked storage holds nothing
    }
  };
  const isKnown = order || /(^|; )booked=/.test(document.cookie) || needs.split(" ").some(isKept);
  if (needs && !isKnown) {
    location.replace("/installation-wizard");
    return;
  }
  for (const path of (order ? asks : asksUnnamed).split(" ").filter(Boolean)) {
    const link = document.createElement("link");
    link.rel = "preload";
    link.as = "fetch";
    link.crossOrigin = "anonymous";
    link.href = path.replace("ORDER", order);
    document.head.append(link);
  }
})();
