/** From the first scroll on, pictures wait for nothing but the browser's own lazy loading (`ui/picture.css`). */

addEventListener("scroll", () => document.documentElement.classList.add("is-scrolled"), {
  once: true,
});

export {};
