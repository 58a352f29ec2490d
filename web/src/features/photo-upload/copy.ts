/** The words of the photo upload. */
import { company } from "#content/company.ts";

/** Why a file cannot go up, or why the server refused it, by its code. */
const REASONS: Record<string, string> = {
  not_a_photo: "This file is not a photo we can read. Please choose a PNG, JPG or HEIC.",
  not_a_video: "This file is not a video we can read. Please choose an MP4 or MOV.",
  heic_too_large:
    "This HEIC photo is over 10 MB and this browser cannot make it smaller. Please send it as JPG: on an iPhone, choose Settings, Camera, Formats, Most Compatible, and take it again.",
  cannot_be_shrunk:
    "This photo is over 10 MB and this browser could not make it smaller. Please choose a smaller one.",
  video_too_large: "This video is over 100 MB. Please record it again with a lower quality.",
  video_too_short: "This video is shorter than 30 seconds. Please record 30 to 60 seconds.",
  video_too_long: "This video is longer than 60 seconds. Please record 30 to 60 seconds.",
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
    `${least} photos, PNG, JPG or HEIC. Larger ones than 10 MB are made smaller for you.`,
  more: "More photos help",
  moreNote: "Not asked of every home. They settle an unusual distance faster.",
  addMore: "Add more photos",
  addMoreHint:
    "Anything else that shows the path: a fence, a second panel, a generator you already have.",
  extra: (number: number) => `Another photo ${number}`,
  count: (here: number, least: number) => `${here} of ${least} photos are here`,
  countMore: (here: number) => `${here} photos are here`,

  take: "Take photo",
  takeOf: (shot: string) => `Take photo: ${shot}`,
  choose: "Choose photo",
  chooseOf: (shot: string) => `Choose photo: ${shot}`,
  record: "Record video",
  chooseVideo: "Choose video",
  replace: "Replace",
  replaceOf: (shot: string) => `Replace: ${shot}`,
  remove: "Remove",
  removeOf: (shot: string) => `Remove: ${shot}`,
  cancel: "Cancel",
  cancelOf: (shot: string) => `Cancel: ${shot}`,
  tryAgain: "Try again",
  tryAgainOf: (shot: string) => `Try again: ${shot}`,
  drawing: (shot: string) => `Example drawing: ${shot}`,
  picture: (shot: string) => `Your photo: ${shot}`,

  waiting: "Waiting for its turn",
  preparing: "Making it ready",
  sending: (percent: number) => `Sending, ${percent}%`,
  lost: (percent: number) => `Connection lost at ${percent}%. It goes on by itself.`,
  cutOff: (percent: number) =>
    `Stopped at ${percent}%. Choose the same photo again and it goes on from there.`,
  cutOffAtOnce: "This photo did not arrive. Please choose it again.",
  stored: "Arrived. We are checking it...",
  ready: "Arrived",
  progressOf: (shot: string) => `Upload of: ${shot}`,

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
  missingConsent: "Please agree to the Photo Review Policy.",
  stillSending: "Your photos are still on their way. You can send in a moment.",

  reason: (code: string) =>
    REASONS[code] ?? `This did not work. Please try again or call us at ${company.phone}.`,
} as const;
