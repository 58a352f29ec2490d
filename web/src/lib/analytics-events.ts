/** Tracks clicks on marked links and viewed sections, for a whole page. */
import { track } from "#lib/analytics.ts?page";

document.addEventListener("click", ({ target }) => {
  const pressed = target instanceof Element && target.closest<HTMLElement>("[data-event]");
  if (!pressed) return;
  const { event, eventParams } = pressed.dataset;
  if (event) track(event, eventParams ? JSON.parse(eventParams) : {});
});

const observer = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      track("section_viewed", { section: target.id });
    }
  },
  { rootMargin: "-45% 0px" }, // viewed when it crosses the middle of the screen
);

for (const section of document.querySelectorAll("main section[id]")) observer.observe(section);
