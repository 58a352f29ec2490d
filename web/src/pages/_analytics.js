/**
 * What /analytics.js runs on pages that are filled with STANDBY_ANALYTICS_ID. It asks first, and
 * loads the Google tag only after a yes. Global Privacy Control means no, and nothing is asked.
 * `WORDS` stands before it, see analytics.js.ts.
 */
/* global WORDS */
(() => {
  const KEY = "analytics-consent";
  const ids = document.currentScript.dataset.ids.split(",");
  const store = {
    read: () => {
      try {
        return JSON.parse(localStorage.getItem(KEY));
      } catch {
        return null;
      }
    },
    write: (answer) => {
      try {
        localStorage.setItem(KEY, JSON.stringify(answer));
      } catch {
        // Blocked storage: the next page asks again.
      }
    },
  };

  function loadTag() {
    if (globalThis.gtag) return;
    globalThis.dataLayer ??= [];
    const { dataLayer } = globalThis;
    globalThis.gtag = function gtag() {
      // biome-ignore lint/complexity/noArguments: the tag reads the arguments object itself
      dataLayer.push(arguments);
    };
    gtag("js", new Date());
    // The query of a page's address can hold a home's address: it is never reported.
    gtag("set", { page_location: location.origin + location.pathname });
    // Ads tags (AW-…) count on the confirmed visit alone: lib/conversions.ts.
    for (const id of ids) if (!id.startsWith("AW-")) gtag("config", id);
    const script = document.createElement("script");
    script.src = `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(ids[0])}`;
    document.head.append(script);
  }

  function ask() {
    const bar = document.createElement("section");
    bar.setAttribute("aria-label", WORDS.label);
    Object.assign(bar.style, {
      display: "flex",
      flexWrap: "wrap",
      gap: "0.75rem",
      alignItems: "center",
      justifyContent: "center",
      padding: "0.75rem 1rem",
      background: "var(--surface-sunken)",
      borderBottom: "1px solid var(--line)",
      fontSize: "var(--text-sm)",
    });
    const text = document.createElement("p");
    const link = document.createElement("a");
    link.href = WORDS.privacyPath;
    link.textContent = WORDS.privacy;
    text.append(`${WORDS.question} `, link);
    bar.append(text);
    for (const answer of ["accepted", "declined"]) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = WORDS[answer];
      Object.assign(button.style, {
        minHeight: "var(--target)",
        padding: "0 1.25rem",
        border: "1px solid var(--line-strong)",
        borderRadius: "var(--radius-small)",
        background: "var(--surface)",
        fontWeight: "600",
      });
      button.addEventListener("click", () => {
        store.write(answer);
        bar.remove();
        if (answer === "accepted") loadTag();
      });
      bar.append(button);
    }
    document.body.prepend(bar);
  }

  if (navigator.globalPrivacyControl) return;
  const answer = store.read();
  if (answer === "accepted") loadTag();
  // On the page of the privacy policy the answer can be changed.
  if (answer === null || location.pathname === WORDS.privacyPath) ask();
})();
