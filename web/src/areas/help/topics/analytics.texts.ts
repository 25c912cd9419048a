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
    figures: {
      title: 'See how work performs',
      body: [
        'Analytics shows a week, a month of four weeks, or a quarter of 13 weeks, compared with as many days before. Days are your organization’s, and the time beside Refresh says up to when everything is counted.',
        'Select any number to see exactly what it counted, at that moment. Open as list takes you to the same items in the ordinary list. Numbers count only what you can see.',
        'Active Workflows have a running instance. Automation Rate is the share of finished steps that needed nobody. Client On-Time Rate is about completed instances that have a client and a due date. A workflow is on track when it reaches its goal, at risk when it’s up to 10 points below, and late when it’s further below.',
      ],
      steps: [
        'Choose Week, Month, or Quarter, and a workflow if you like.',
        'Under Count, choose whether times include all hours or working hours only.',
        'Show a chart as a table, or export everything as a CSV file.',
      ],
      keys: { R: 'Refresh', Escape: 'Close the list' },
      tip: 'If new numbers can’t be loaded, you see the last ones with their time. Sample numbers are always marked as such.',
    },
    steps: {
      title: 'See where the time goes',
      body: [
        'A workflow’s Analytics tab shows the median time of each step, and how much of it was waiting. Waiting means that nobody had started. Working lasts from the first answer, file, or claim until the step is done. Opening a task isn’t recorded.',
        'Where branches meet, the number on a line says how often that branch came last. Compare two versions to see what a change did. With fewer than ten cases, they’re listed one by one.',
      ],
      keys: { J: 'Next step', K: 'Previous step' },
    },
    reports: {
      title: 'Ask your own question',
      body: [
        'A report is a question about instances, tasks, answers, approvals, files, and form responses. Write it in SQL, or switch to Copilot and ask in plain words: you see the query before it runs, and how each word was read.',
        'A report always runs as you. It’s read-only, and it only sees what you can see. When you open a colleague’s report, it runs again with your own access, and nobody else can open your results.',
        'A query runs for up to 30 seconds and shows up to 100,000 rows. Larger results can be created as a file in the background. A report that reaches a limit fails and says so; a file is never cut short.',
      ],
      steps: [
        'Select Create New Report and enter a name.',
        'Write a query. The list on the right explains every column; select one to insert it.',
        'Use {{name}} for values that change, such as a period.',
        'Preview the first 50 rows, then select Create Report.',
        'Export the result as CSV or XLSX, or open Past runs.',
      ],
      keys: { R: 'Run again' },
      tip: 'Chart and table show the same result. Results are kept for 90 days.',
    },
    lists: {
      title: 'Count with filters',
      body: [
        'Filter the lists of tasks, instances, and files to answer a question, such as what is overdue in a workflow. The number beside the title says how many items match, once all of them are loaded. Above a workflow’s instances, each status has its count.',
        'Filters are part of the address, so you can keep it or send it to a colleague. They see the same list, limited to what they can access.',
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
        'Calendar shows tasks and instances on the day they’re due, by month, week, or day, as a grid or as rows. Days follow your organization’s time zone, wherever you are. A task is a line, and an instance has a border. Shape and color show where each one stands.',
        'At risk means that something is due within two business days, in a workflow where more than half of at least ten instances ended late.',
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
      tip: 'A file with more than 10,000 rows is prepared while you keep working. A message in your inbox says when it’s ready, and you can download it for 7 days.',
    },
  },
} satisfies HelpTopic)
