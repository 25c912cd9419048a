import { counted } from '../../../shared/format/count.ts'
import { catalogue } from '../../../ui/catalogue.ts'

/** Words of the specification, verbatim. */
export const spec = catalogue({
  failed: 'Failed to upload file. Please try again.',
})

const files = (count: number) => `${count} ${count === 1 ? 'file' : 'files'}`
const items = (count: number) => `${count} ${count === 1 ? 'item' : 'items'}`

export const texts = catalogue({
  notLoaded: 'Uploading could not be started. Check your connection, then try again.',
  unreadable: 'Some of what was dropped could not be read.',
  pasted: (moment: string) => `Pasted ${moment}`,

  tray: {
    region: 'Uploads',
    uploading: (running: number, all: number) => `Uploading ${running} of ${files(all)}`,
    uploaded: (count: number) => `${files(count)} uploaded`,
    rest: 'Uploads',
    paused: (count: number) => `${count} paused`,
    needed: (count: number) => `${count} to be chosen again`,
    failed: (count: number) => `${count} failed`,
    quarantined: (count: number) => `${count} quarantined`,
    checking: (count: number) => `${count} being checked`,
    all: 'All uploads',
    pauseAll: 'Pause all',
    resumeAll: 'Resume all',
    chooseAgain: 'Choose files',
    fold: 'Fold tray',
    unfold: 'Unfold tray',
    close: 'Close tray',
    more: (count: number) => `and ${count} more`,
    notTheSame: (name: string) => `${name} is another file`,
    notTheSameNote: 'Choose the file that was being uploaded, unchanged.',
  },

  stop: {
    title: (count: number) => `Stop uploading ${files(count)}?`,
    note: 'What has not arrived is discarded. Files that have arrived stay.',
    confirm: 'Stop uploading',
    cancel: 'Keep uploading',
  },

  row: {
    progress: (name: string) => `${name}, uploaded`,
    pause: (name: string) => `Pause ${name}`,
    resume: 'Resume',
    resumeOne: (name: string) => `Resume ${name}`,
    cancel: (name: string) => `Cancel ${name}`,
    remove: (name: string) => `Remove ${name} from the list`,
    retry: 'Retry',
    retryOne: (name: string) => `Retry ${name}`,
    sendAgain: 'Upload again',
    sendOneAgain: (name: string) => `Upload ${name} again`,
    choose: 'Choose',
    chooseOne: (name: string) => `Choose ${name} again`,
    discard: (name: string) => `Delete ${name}`,
    discarded: 'File deleted successfully',
    notDiscarded: 'Failed to delete file. Please try again.',
    open: 'Open',
    openOne: (name: string) => `Open ${name}`,
  },

  state: {
    waiting: 'Waits for its turn',
    sent: (sent: string) => `${sent} sent`,
    sentLeft: (sent: string, left: string) => `${sent} sent, ${left} left`,
    seconds: (count: number) => `about ${counted(count, 'second')}`,
    minutes: (count: number) => `about ${counted(count, 'minute')}`,
    finishing: 'All sent. Being put together.',
    paused: (safe: string) => `Paused at ${safe}. Goes on from there, even after a reload.`,
    pausedAtStart: 'Paused. Nothing is lost.',
    offline: (safe: string) => `Paused at ${safe}, connection lost. Goes on from there, even after a reload.`,
    offlineAtStart: 'Connection lost. Begins again when it is back.',
    lost: (safe: string) => `${safe} are safe. Choose the same file again, and it goes on from there.`,
    lostAtStart: 'Choose the same file again to upload it.',
    locked: (safe: string) => `${safe} are safe. Goes on from there as soon as you allow it.`,
    lockedAtStart: 'The page was reloaded. Goes on as soon as you allow it.',
    infected: (problem: string) => `Quarantined: ${problem} Nobody can open it.`,
    infectedUnnamed: 'a virus was found.',
    tooLarge: (most: string) => `Larger than ${most}, the most that can be uploaded.`,
    unchecked: (problem: string) => `${problem} Nobody can open it.`,
    uncheckedUnnamed: 'It could not be checked.',
    checking: 'Uploaded. Checking for viruses; others see it after that.',
    longChecking: 'Quarantined: it could not be checked for viruses yet. Nobody can open it until then.',
    done: 'Uploaded',
    doneOn: (task: string) => `Uploaded to ${task}`,
    gone: 'Uploaded. It was deleted since, or moved out of your sight.',
    version: (number: number) => `Version ${number}`,
    versionOn: (number: number, task: string) => `Version ${number} on ${task}`,
  },

  drop: {
    title: (count: number) => (count > 0 ? `Drop ${items(count)}` : 'Drop files'),
    everywhere: 'What you drop goes to All documents.',
    orTask: 'What you drop goes to All documents. Let go over a place below to file it there instead.',
    yourTask: 'your task',
    version: 'A file with the same name on that task becomes its next version. Folders are opened.',
    onTask: (name: string) => `What you drop goes to ${name}.`,
    among: 'What you drop goes to All documents. Let go over a task to file it there.',
  },

  form: {
    title: 'Upload documents',
    file: 'File',
    choose: 'Drop files here or choose them',
    most: (most: string) => `Up to ${most} each`,
    none: 'Choose a file first.',
    takeOut: (name: string) => `Take out ${name}`,
    workflow: 'Workflow',
    noWorkflow: 'No workflow',
    task: 'Task',
    noTask: 'No task',
    taskHint: 'A file with the same name on the task becomes its next version.',
    category: 'Category',
    description: 'Description',
    cancel: 'Cancel',
    upload: (count: number) => (count > 1 ? `Upload ${files(count)}` : 'Upload'),
    placesFailed: 'Workflows and tasks could not be loaded.',
  },
})
