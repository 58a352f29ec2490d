// Who works at the tables is not away: the console's tabs, which would sign them out, read this.
function note() {
  try {
    localStorage.setItem("staff-active-at", String(Date.now()));
  } catch {
    // Blocked storage: then the console counts its own signs only.
  }
}

note();
for (const sign of ["pointerdown", "keydown"]) addEventListener(sign, note, { passive: true });
