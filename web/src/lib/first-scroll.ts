/** After the first scroll, pictures rely on native lazy loading only (`ui/picture.css`). */

addEventListener("scroll", () => document.documentElement.classList.add("is-scrolled"), {
  once: true,
});

export {};
