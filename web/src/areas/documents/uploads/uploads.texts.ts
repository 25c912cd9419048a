import { counted } from '../../../shared/format/count.ts'
import { catalogue } from '../../../ui/catalogue.ts'

/** Words of the specification, verbatim. */
export const spec = catalogue({
  failed: 'Failed to upload file. Please try again.',
})

const files = (count: number) => `${count} ${count === 1 ? 'file' : 'files'}`
const items = (count: number) => `${count} ${count === 1 ? 'item' : 'items'}`

export const texts = catalogue({
  notLoaded: 'The upload couldn’t start. Check your connection, then try again.',
  unreadable: 'Some dropped items couldn’t be read.',
  pasted: (moment: string) => `Pasted ${moment}`,

  tray: {
    region: 'Uploads',
    uploading: (running: number, all: number) => `Uploading ${running} of ${files(all)}`,
    uploaded: (count: number) => `${files(count)} uploaded`,
    rest: 'Uploads',
    paused: (count: number) => `${count} paused`,
    needed: (count: number) => `${count} to choose again`,
    failed: (count: number) => `${count} failed`,
    quarantined: (count: number) => `${count} quarantined`,
    checking: (count: number) => `${count} being checked`,
    all: 'All uploads',
    pauseAll: 'Pause all',
    resumeAll: 'Resume all',
    chooseAgain: 'Choose files',
    fold: 'Collapse tray',
    unfold: 'Expand tray',
    close: 'Close tray',
    more: (count: number) => `and ${count} more`,
    notTheSame: (name: string) => `${name} is a different file`,
    notTheSameNote: 'Choose the same, unchanged file.',
  },

  stop: {
    title: (count: number) => `Stop uploading ${files(count)}?`,
    note: 'Unfinished uploads are discarded. Files already uploaded stay.',
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
    waiting: 'Waiting',
    sent: (sent: string) => `${sent} sent`,
    sentLeft: (sent: string, left: string) => `${sent} sent, ${left} left`,
    seconds: (count: number) => `about ${counted(count, 'second')}`,
    minutes: (count: number) => `about ${counted(count, 'minute')}`,
    finishing: 'Sent. Finishing up.',
    paused: (safe: string) => `Paused at ${safe}. Resumes from there, even after a reload.`,
    pausedAtStart: 'Paused before it started.',
    offline: (safe: string) => `Connection lost at ${safe}. Resumes from there, even after a reload.`,
    offlineAtStart: 'Connection lost. Starts again when you’re back online.',
    lost: (safe: string) => `${safe} uploaded. Choose the same file again to resume.`,
    lostAtStart: 'Choose the same file again to upload it.',
    locked: (safe: string) => `${safe} uploaded. Allow access to the file to resume.`,
    lockedAtStart: 'The page was reloaded. Allow access to the file to resume.',
    infected: (problem: string) => `Quarantined: ${problem} No one can open it.`,
    infectedUnnamed: 'a virus was found.',
    tooLarge: (most: string) => `This file is larger than the limit of ${most}.`,
    unchecked: (problem: string) => `${problem} No one can open it.`,
    uncheckedUnnamed: 'It could not be checked.',
    checking: 'Uploaded. Others can see it after the virus check.',
    longChecking: 'Quarantined until it’s checked for viruses. No one can open it until then.',
    done: 'Uploaded',
    doneOn: (task: string) => `Uploaded to ${task}`,
    gone: 'Uploaded. It was deleted or moved somewhere you can’t see.',
    version: (number: number) => `Version ${number}`,
    versionOn: (number: number, task: string) => `Version ${number} on ${task}`,
  },

  drop: {
    title: (count: number) => (count > 0 ? `Drop ${items(count)}` : 'Drop files'),
    everywhere: 'Files you drop go to All documents.',
    orTask: 'Files you drop go to All documents. Drop them on a place below to file them there instead.',
    yourTask: 'your task',
    version: 'A file named like one on that task becomes its next version. Folders are uploaded file by file.',
    onTask: (name: string) => `Files you drop go to ${name}.`,
    among: 'Files you drop go to All documents. Drop them on a task to file them there.',
  },

  form: {
    title: 'Upload documents',
    file: 'File',
    choose: 'Drop files here or choose them',
    most: (most: string) => `Up to ${most} each`,
    none: 'Choose a file first.',
    takeOut: (name: string) => `Remove ${name}`,
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
