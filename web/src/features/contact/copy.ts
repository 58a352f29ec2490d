export const contactWords = {
  title: "Where do we confirm it?",
  required: "Contact information is required",
  name: "Full name",
  phone: "Mobile phone",
  email: "Email",
  nameMissing: "Please enter your name",
  phoneMissing: "Please enter your phone number",
  phoneShort: "Please enter a phone number with 10 digits",
  emailMissing: "Please enter your email",
  emailWithoutAt: "Please enter an email address with an @",
  consent:
    "By giving this number you agree to texts about this appointment: the photo link, reminders and changes. No marketing. Message and data rates may apply; reply STOP to end them.",
  reminder: "E-mail me once if I do not finish, so that I can go on where I left off.",
};
