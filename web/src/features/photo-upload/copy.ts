import { company } from "#content/company.ts";

const CONSENT_NEEDED = "Please agree to the Photo Review Policy.";

/** Messages for files that cannot be uploaded or were refused by the server, by code. */
const NOT_A_PHOTO = "This file is not a photo we can read. Please choose a PNG, JPG or HEIC.";
const NOT_A_VIDEO = "This file is not a video we can read. Please choose an MP4 or MOV.";
const NOT_WHOLE = "It did not arrive whole. Please choose it again.";
const TOO_SHORT = "This video is shorter than 30 seconds. Please record 30 to 60 seconds.";
const TOO_LONG = "This video is longer than 60 seconds. Please record 30 to 60 seconds.";

const REASONS: Record<string, string> = {
  photo_type_refused: NOT_A_PHOTO,
  photo_unreadable: NOT_A_PHOTO,
  photo_incomplete: NOT_WHOLE,
  photo_too_heavy: "This photo took too long to open. Please choose another one.",
  photo_too_many_pixels:
    "This photo has more than 50 million pixels. Please take it again with the camera’s normal setting.",
  photo_too_large: "This file is too large: photos may be 10 MB, a video 100 MB.",
  heic_too_large:
    "This HEIC photo is over 10 MB and this browser cannot make it smaller. Please send it as JPG: on an iPhone, choose Settings, Camera, Formats, Most Compatible, and take it again.",
  cannot_be_shrunk:
    "This photo is over 10 MB and this browser could not make it smaller. Please choose a smaller one.",
  video_type_refused: NOT_A_VIDEO,
  video_unreadable: NOT_A_VIDEO,
  video_incomplete: NOT_WHOLE,
  video_too_heavy: "This video took too long to open. Please record a shorter one.",
  video_too_large: "This video is over 100 MB. Please record it again with a lower quality.",
  video_too_short: TOO_SHORT,
  video_too_long: TOO_LONG,
  too_many_photos: "That is as much as one booking takes: 20 photos, 200 MB in all.",
  photos_closed: "We have your photos already. To change one, please call us.",
  photo_slot_taken: "There is a photo in this place already. Please remove it first.",
  files_down: "Our storage does not answer just now. Please try again in a minute.",
  limit_reached: "Too many photos in a short time. Please wait a while and try again.",
  too_few_photos: "Some of the photos we need are still missing.",
  photo_consent_needed: CONSENT_NEEDED,
  offline: "The connection was lost for too long. What arrived is kept.",
  timeout: "The connection is too slow just now. What arrived is kept.",
};

export const copy = {
  safety:
    "Open the panel’s hinged door only. Never remove a cover or touch wiring, and leave people, faces and papers out of the picture. A shot that is not safe to take can be skipped: say so in the notes.",

  details: "Your details",
  detailsNote: "From your booking. Is something wrong? Call us:",
  name: "Name",
  email: "Email",
  mobile: "Mobile",
  address: "Project address",

  shots: "The photos we need",
  shotsNote: (least: number) =>
    `${least} photos, PNG, JPG or HEIC. Those over 10 MB are made smaller for you.`,
  more: "More photos help",
  moreNote: "Not asked of every home. They settle an unusual distance faster.",
  addMore: "Add more photos",
  addMoreHint:
    "Anything else that shows the path: a fence, a second panel, a generator you already have.",
  extra: (number: number) => `Another photo ${number}`,
  count: (here: number, least: number) => `${here} of ${least} photos are here`,
  countMore: (here: number) => `${here} photos are here`,

  take: "Take photo",
  takeOf: (title: string) => `Take photo: ${title}`,
  choose: "Choose photo",
  chooseOf: (title: string) => `Choose photo: ${title}`,
  record: "Record video",
  chooseVideo: "Choose video",
  replace: "Replace",
  replaceOf: (title: string) => `Replace: ${title}`,
  remove: "Remove",
  removeOf: (title: string) => `Remove: ${title}`,
  cancel: "Cancel",
  cancelOf: (title: string) => `Cancel: ${title}`,
  tryAgain: "Try again",
  tryAgainOf: (title: string) => `Try again: ${title}`,
  drawing: (title: string) => `Example drawing: ${title}`,
  picture: (title: string) => `Your photo: ${title}`,

  waiting: "Waiting for its turn",
  preparing: "Making it ready",
  sending: (percent: number) => `Sending, ${percent}%`,
  lost: (percent: number) => `Connection lost at ${percent}%. It goes on by itself.`,
  cutOff: (percent: number) =>
    `Stopped at ${percent}%. Choose the same photo again and it goes on from there.`,
  cutOffAtOnce: "This photo did not arrive. Please choose it again.",
  stored: "Arrived. We are checking it...",
  ready: "Arrived",
  progressOf: (title: string) => `Upload of: ${title}`,

  videoTitle: "A video, if you like",
  videoHint: "Optional: walk from the panel to the spot in 30 to 60 seconds.",

  about: "About your home",
  decisionMaker: "I am the homeowner or the decision maker.",
  stake: "I can place a stake or flag where the generator is to stand.",
  notes: "Notes",
  notesHint: "Anything the camera does not show. Optional.",
  policy: "Read the Photo Review Policy",
  send: "Send my photos",
  sendAgain: "Send again",
  sendingForm: "Sending...",
  missingPhotos: (count: number) =>
    count === 1 ? "One more photo is needed." : `${count} more photos are needed.`,
  missingConsent: CONSENT_NEEDED,
  stillSending: "Your photos are still on their way. You can send in a moment.",

  reason: (code: string) =>
    REASONS[code] ?? `This did not work. Please try again or call us at ${company.phone}.`,
} as const;
