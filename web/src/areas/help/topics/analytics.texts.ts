import { catalogue } from '../../../ui/catalogue.ts'
import type { HelpTopic } from './topic.ts'

export const analytics = catalogue({
  title: 'Analytics and Reporting',
  note: 'See where work stands, and export it',
  sections: {
    home: {
      title: 'See where your work stands',
      body: [
        'My Workspace lists your work by due date: overdue, today, this week, and later. The sentence at the top says how much is overdue or due today and what to start with.',
        'The four cards count your tasks by status. Select a card to see only those tasks, and select it again to see everything. Beside the list, you see what you started, where it stands, and what changed since your last visit.',
      ],
      keys: { '1': 'First card', '2': 'Second card', '3': 'Third card', '4': 'Fourth card' },
    },
    lists: {
      title: 'Count with filters',
      body: [
        'Filter the lists of tasks, instances, and files to answer a question, such as what is overdue in a workflow. The number beside the title says how many items match, once all of them are loaded. Above a workflow’s instances, each status has its count.',
        'Filters are part of the address, so you can keep it or send it to a colleague. They see the same list, as far as they have access.',
      ],
    },
    progress: {
      title: 'See how far an instance is',
      body: [
        'An instance shows its progress, what ran again, and why. Trace shows every turn: who or what acted, when, for how long, and with which inputs and results. After ten runs, Why is this waiting? also says how long a step usually takes.',
      ],
    },
    calendar: {
      title: 'See what is due when',
      body: [
        'Calendar shows tasks and instances on the day they’re due, by month, week, or day, as a grid or as rows. Days are your organization’s, wherever you are. A task is a line, and an instance has a border; shape and color say how it stands.',
        'At risk means that something is due within two working days, in a workflow where more than half of at least ten instances ended late.',
      ],
      steps: [
        'Filter by workflow type and status, or turn on Only mine.',
        'Drag something to another day, or select it and use Move due date. A time of day stays the same.',
        'Changed your mind? Select Undo.',
      ],
      keys: { T: 'Today', W: 'Week', D: 'Day', M: 'Month, or move the selected item', F: 'Filters' },
    },
    export: {
      title: 'Export what you see',
      steps: [
        'Filter the list of tasks or instances until it shows what you need.',
        'Select the download icon above the list.',
        'Open the CSV file in any spreadsheet.',
      ],
      tip: 'A file with more than 10,000 rows is prepared while you go on working. A message in your inbox says when it’s ready, and you can download it for 7 days.',
    },
  },
} satisfies HelpTopic)
