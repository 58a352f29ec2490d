export const accountWords = {
  you: "You",
  name: "Name",
  nameHint: "As the others see you, in the log of an order too.",
  nameMissing: "Please enter your name.",
  save: "Save",
  saving: "Saving...",
  nameSaved: "Your name is saved.",
  email: "Email",
  newEmail: "New email address",
  emailMissing: "Please enter another email address.",
  changeEmail: "Change email",
  emailSent: (email: string) =>
    `Open the link that we mailed to ${email} and confirm it there: then it counts.`,
  emailWaits: (email: string) => `Waits for the link in the mail to ${email}.`,
  role: (role: string) => `Role: ${role}`,

  password: "Password",
  passwordNote: "A new password signs you out everywhere, here too. Then you sign in with it.",

  factors: "Second factor",
  addedOn: (day: string) => `since ${day}`,
  remove: "Remove",
  removeNamed: (name: string) => `Remove ${name}`,
  removeTitle: (name: string) => `Remove ${name}?`,
  removeNote: "Its codes are worth nothing any more, and you are signed out everywhere.",
  removeLast:
    "It is your only one: you set up another one at your next sign-in. Add the new phone first, if you have it.",
  cancel: "Keep it",
  add: "Add an authenticator",
  addTitle: "Add an authenticator",
  factorName: "What do you call it?",
  factorNameHint: "For example: new phone.",
  addNote: "Your other browsers are signed out when it is added.",
  factorNameMissing: "Please give it a name.",
  next: "Next",
  added: "The authenticator is added.",

  codes: "Recovery codes",
  codesLeft: (left: number) =>
    left === 1 ? "One code is left." : `${left === 0 ? "No" : left} codes are left.`,
  newCodes: "Make new codes",
  newCodesNote:
    "The codes you have now are worth nothing any more, and your other browsers are signed out.",
  codesOnce: "Shown only now: print or save them where your phone is not.",

  elsewhere: "Accounts elsewhere",
  elsewhereNote: "Sign in here with an account that you have there.",
  link: (provider: string) => `Link ${provider}`,
  unlink: "Unlink",
  unlinkNamed: (provider: string) => `Unlink ${provider}`,
  unlinked: (provider: string) => `${provider} is no longer linked.`,

  signedIn: "Signed in",
  signedInNote:
    "A sign-in ends after half an hour without work, after twelve hours, and when you close its last tab.",
  outHere: "Sign out here",
  outOthers: "Sign out everywhere else",
  outAll: "Sign out everywhere",
  othersOut: "All other browsers are signed out.",

  inside: "Pages for us",
  testProposal: "Test: proposal generation",
} as const;
