/** Scripts of every public page, which work without React. */

// Menus close after a click on a link in them, a click outside, or Escape.
const openMenus = () => document.querySelectorAll<HTMLElement>("[data-menu]");

function close(menu: HTMLElement) {
  menu.removeAttribute("open");
  if (menu.matches(":popover-open")) menu.hidePopover();
}

document.addEventListener("click", ({ target }) => {
  if (!(target instanceof Element)) return;
  for (const menu of openMenus()) {
    if (target.closest("a") || !menu.contains(target)) close(menu);
  }
});

document.addEventListener("keydown", ({ key }) => {
  if (key !== "Escape") return;
  for (const menu of openMenus()) {
    const hadFocus = menu.contains(document.activeElement);
    close(menu);
    if (hadFocus) menu.querySelector("summary")?.focus();
  }
});

// After the first scroll, pictures rely on native lazy loading only (`styles/base.css`).
addEventListener("scroll", () => document.documentElement.classList.add("is-scrolled"), {
  once: true,
});

export {};
