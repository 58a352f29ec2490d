// Records activity in the admin. The console's tabs read it, so that they do not sign the user out.
function note() {
  try {
    localStorage.setItem("staff-active-at", String(Date.now()));
  } catch {
    // With storage blocked, only activity in the console itself counts.
  }
}

// Light or dark, as the console is (web/src/staff/shell/theme.ts).
function isDark() {
  try {
    const theme = JSON.parse(localStorage.getItem("staff-theme") ?? '"system"');
    return (
      theme === "dark" ||
      (theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches)
    );
  } catch {
    return false;
  }
}

document.documentElement.classList.toggle("on-night", isDark());
note();
for (const sign of ["pointerdown", "keydown"]) addEventListener(sign, note, { passive: true });

// On a phone the navigation shows its first screens and this one; a button shows the others.
const more = document.getElementById("console-more");
const button = more?.querySelector("button");
if (more && button) {
  more.hidden = false;
  button.addEventListener("click", () => {
    const isOpen = button.getAttribute("aria-expanded") !== "true";
    button.setAttribute("aria-expanded", String(isOpen));
    button.textContent = isOpen ? "Less" : "More";
  });
}
