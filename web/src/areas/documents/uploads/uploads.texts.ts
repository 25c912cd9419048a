import { counted } from '../../../shared/format/count.ts'
import { catalogue } from '../../../ui/catalogue.ts'

const files = (count: number) => counted(count, 'file')
const items = (count: number) => counted(count, 'item')

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
    placesFailed: 'Workflows and tasks couldn’t be loaded.',
  },
})
