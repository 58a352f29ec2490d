import type { LinkType } from "#api/auth-callback.ts";
import type { SessionEndReason } from "#api/staff-session.ts";
import { company } from "#content/company.ts";

export const doorWords = {
  title: "Sign in",
  lead: "For staff.",
  email: "Email",
  password: "Password",
  signIn: "Sign in",
  signingIn: "Signing in...",
  forgotten: "Forgot your password?",
  or: "or",
  by: (provider: string) => `Sign in with ${provider}`,
  emailMissing: "Please enter your email address.",
  passwordMissing: "Please enter your password.",
  back: "Back to sign-in",
  signOut: "Sign in as somebody else",

  oneMoment: "One moment...",
  addressConfirmed: "Your new email address counts from now on.",
  goOn: "Go on",
  withoutLink: "Go on without this link",

  forgottenTitle: "Choose a new password",
  forgottenLead: "We mail you a link. It works once, for one hour.",
  sendLink: "Send the link",
  sending: "Sending...",
  linkSent: (email: string) =>
    `If ${email} is one of ours, a link is on its way. Look into your inbox, and into junk mail.`,

  codeTitle: "Your second factor",
  codeLead: "Enter the six digits that your authenticator app shows now.",
  code: "Code",
  codeMissing: "Please enter the six digits.",
  factor: "Authenticator",
  showCode: "Go on",
  checking: "Checking...",
  recoveryInstead: "Use a recovery code instead",
  codeInstead: "Use the authenticator app instead",
  recoveryLead: "Enter one of the codes that you kept. Each works once.",
  recoveryCode: "Recovery code",
  recoveryHint: "Two groups of five, like abcde-fgh23.",
  recoveryMissing: "Please enter a recovery code.",

  passwordTitle: "Choose a password",
  passwordLead: "At least 12 characters. A few words that do not belong together are best.",
  newPassword: "New password",
  repeat: "The same again",
  notTheSame: "The two are not the same.",
  keepPassword: "Keep this password",
  keeping: "Keeping...",

  enrolTitle: "Set up your second factor",
  enrolLead: "Everybody here signs in with a password and an authenticator app.",
  enrolScan: "Scan this picture with the app on your phone.",
  enrolPicture: "QR code for your authenticator app",
  enrolSecret: "Or type this key into the app:",
  enrolThen: "Then enter the six digits that the app shows.",
  enrolPreparing: "Preparing...",
  confirm: "Confirm",

  codesTitle: "Keep these recovery codes",
  codesLead:
    "Each one stands in for your phone once, if it is lost. They are shown only now: print them or save them where your phone is not.",
  codesPreparing: "Making your codes...",
  codesList: "Recovery codes",
  download: "Download",
  print: "Print",
  kept: "I have kept these codes",
  keptMissing: "Please keep the codes first.",
  open: "Open the console",
  codesFile: "standby-recovery-codes.txt",
  codesFileHead: (email: string) => `${company.name} recovery codes of ${email}. Each works once.`,
} as const;

export const endingWords: Record<SessionEndReason, string> = {
  signedOut: "You are signed out.",
  idle: "You were away for half an hour, so you were signed out.",
  passwordChanged: "Your password is changed. Please sign in with it.",
  factorRemoved: "The authenticator is removed. Please sign in again.",
  ended: "Your session has ended. Please sign in again.",
};

/** Texts that explain a mailed link before it is used. */
export const linkWords: Record<LinkType, { title: string; lead: string; press: string }> = {
  recovery: {
    title: "Choose a new password",
    lead: "This link works once, for one hour. Press the button to use it.",
    press: "Choose a password",
  },
  invite: {
    title: "Accept your invitation",
    lead: "You choose a password first, then you set up an authenticator app on your phone.",
    press: "Accept the invitation",
  },
  email_change: {
    title: "Confirm your new email address",
    lead: "From then on you sign in with the address that this mail was sent to.",
    press: "Confirm this address",
  },
};

/** Messages for codes in the URL. */
export const newsWords: Record<string, string> = {
  linked: "The account elsewhere is linked to yours.",
  user_not_found: "No member of staff has this account. Sign in with your password.",
  email_not_provided:
    "That account did not give us an email address. Allow it there, or sign in with your password.",
  provider_email_needs_verification:
    "The email address of that account has not been verified there. Verify it, or sign in with your password.",
  identity_down:
    "That sign-in service is not available right now. Please try again, or sign in with your password.",
  identity_already_exists: "This account elsewhere belongs to somebody else here.",
  general: "Coming back from there did not work. Please try again.",
};

/** Messages for errors of the auth service, by code. */
export const refusalWords: Record<string, string> = {
  invalid_credentials: "Email or password is not right.",
  mfa_verification_failed: "This code is not right, or was used before. Wait for the next one.",
  mfa_challenge_expired: "That took too long. Enter the code that is shown now.",
  same_password: "This is your password already. Please choose another one.",
  insufficient_aal: "Please show your second factor first: sign out and in again.",
  email_exists: "Somebody else uses this email address.",
  too_many_enrolled_mfa_factors: "You have ten authenticators. Remove one first.",
  mfa_factor_name_conflict: "You have an authenticator of this name. Choose another name.",
  single_identity_not_deletable: "This is the only way you sign in. It cannot be removed.",
  otp_expired: "This link was used already, or is too old. Ask for a new one.",
  session_not_found: "You were signed out meanwhile. Please sign in again.",
  validation_failed: "Please check what you entered.",
};
