/** What the script of the public page says. The specification's words are in `contracts/form-texts`. */
export const texts = {
  nothingLost: 'Nothing was sent, but your answers are saved on this device.',
  notSavedHere: 'Nothing was sent, but your answers are still here. Keep this page open.',
  fixFirst: 'Some answers need your attention.',
  also: 'Also, ',
  submitting: 'Keep this page open. Your response is sent only once, even if you press the button again.',
  busy: 'Many people are sending this form right now. Yours is next.',
  busyIn: (seconds: number) =>
    `Yours will be sent in about ${seconds === 1 ? '1 second' : `${seconds} seconds`}. Keep this page open.`,
  offline: {
    title: 'You’re offline.',
    text: 'Your answers are safe. Keep this page open and continue.',
    sending:
      'Nothing has been sent yet, but your answers are safe. Keep this page open and we’ll send them when you’re back online.',
  },
  waitsForOnline: 'Sends when you’re back online',
  waitsForFiles: 'Sends when the last file is uploaded',
  back: {
    title: 'Welcome back.',
    text: (when: string) => `Your answers from ${when} are here.`,
    added: (count: number) =>
      count === 1 ? 'One question has been added since then.' : `${count} questions have been added since then.`,
    removed: (count: number) =>
      count === 1 ? 'One question has been removed since then.' : `${count} questions have been removed since then.`,
    startOver: 'Start over',
    startOverAsked: 'Delete your answers on this device and start over?',
  },
  files: {
    remove: (name: string) => `Remove ${name}`,
    ready: (size: string) => `${size}, sent with your answers`,
    uploaded: (size: string) => `${size}, uploaded`,
    uploading: (percent: number, size: string) => `${percent}% of ${size}`,
    paused: (percent: number, size: string) => `${percent}% of ${size}, resumes automatically`,
    progress: (name: string) => `Uploading ${name}`,
    failed: 'This file couldn’t be uploaded. Remove it, then add it again.',
    tooLarge: (size: string, most: string) => `This file is ${size}, and the limit is ${most}. Choose a smaller file.`,
    empty: 'This file is empty. Choose another one.',
    wrongKind: (kinds: string) => `This kind of file isn’t accepted. Choose ${kinds}.`,
    tooMany: (most: number) =>
      most === 1 ? 'Only one file can be added here.' : `Up to ${most} files can be added here.`,
    tooManyInAll: (most: number) => `Up to ${most} files can be sent with this form.`,
    tooMuchInAll: (most: string) => `The files in one response can total up to ${most}.`,
    another: 'Add another file',
  },
  copied: 'Copied',
  firstReceipt: 'You already sent this form from this page. This is the receipt for the response that was recorded.',
} as const
