import { catalogue } from '../../../ui/catalogue.ts'
import type { HelpTopic } from './topic.ts'

export const files = catalogue({
  title: 'Working with Files',
  note: 'Upload, versions, preview, search inside',
  sections: {
    upload: {
      title: 'Upload or drop files',
      body: [
        'Drop files anywhere on the page, or select Upload. You can attach each one to a workflow and a task. Large uploads pick up where they left off when the connection comes back.',
        'Every file is checked for viruses. No one can open it until the check is done.',
      ],
      keys: { 'n then u': 'Upload document' },
    },
    find: {
      title: 'Filter and arrange files',
      body: [
        'The sidebar chooses which files you see: all, recent ones, your own, those of running or finished work, or one workflow’s. Filter narrows them further. View, filters, and order are part of the address, so you can send it to a colleague, who sees the same files if they have access.',
        'The process map shows the steps of one workflow, each with the documents it asked for.',
      ],
      keys: {
        '1': 'List',
        '2': 'Timeline',
        '3': 'Status',
        '4': 'Process map',
        'j k': 'Next, previous',
        f: 'Filters',
        s: 'Show or hide the sidebar',
        x: 'Select',
      },
    },
    preview: {
      title: 'Preview a file',
      body: [
        'Select a file to open its details beside the list. Press Space to preview it. When you close the preview, you’re back on the row of the last file you viewed.',
      ],
      keys: {
        Space: 'Preview',
        'ArrowLeft ArrowRight': 'Previous, next file',
        'ArrowUp ArrowDown': 'Previous, next page',
        '/': 'Find in the file',
        c: 'Comment',
        i: 'Details',
        d: 'Download',
      },
    },
    versions: {
      title: 'Versions and approvals',
      body: [
        'Select New version in a file’s menu to replace its content. The file keeps its name, and earlier versions stay in its version history. You can preview, compare, and restore them. Restoring adds a version, and nothing is overwritten.',
        'An approval belongs to one version. If the file changes afterward, a triangle marks it, and approval is requested again.',
      ],
    },
    inside: {
      title: 'Search inside files',
      body: [
        'The search box at the top also finds words inside files, including scans. A result names the pages where the words are and opens the file at the first one. In the preview, select a page to jump to it, or press `/` to find other words in that file.',
        'Files that are still being checked or read aren’t found by their content yet.',
      ],
    },
    trash: {
      title: 'Delete and restore files',
      body: [
        'Deleted files stay in the trash for 30 days. Restore them there, one by one or together. If your role allows it, Delete forever permanently deletes a file with all its versions.',
      ],
    },
  },
} satisfies HelpTopic)
