const number = (count: number): string => count.toLocaleString('en-US')

/** What people are told of their reports. */
export const texts = {
  tooSlow: (seconds: number) => `The report took longer than ${seconds} seconds.`,
  tooManyRows: (most: number) => `The report has more than ${number(most)} rows.`,
  longRows: 'This report’s rows are too large: more than 32 MB in 1,000 rows.',
  longPreview: 'The first rows are too long to show.',
  longPage: 'These rows are too long to show. Export the report instead.',
  fewerColumns: 'Choose fewer columns, or shorten long texts with left().',
  manyPreviews: 'Several queries are being tried right now. Try again in a moment.',
  tooLarge: 'The file would be larger than 2 GB.',
  narrowOrFile: 'Narrow it, for example to one month, or run it as a file in the background.',
  narrow: 'Narrow it, for example to one month.',
  tooMuchRoom: 'The report needs more memory than a report is allowed to use.',
  stopped: 'You stopped this report.',
  noAccess: 'You can no longer run reports here.',
  broken: 'Something went wrong on our side. Run the report again.',
  tooMany: (most: number) => `You already have ${most} reports in progress. Wait until one of them is done.`,
  notReady: 'This report isn’t ready yet.',
  notRun: 'Run this report first.',
  failed: 'This report failed. Run it again.',
  longCells: 'Some texts have more than 32,767 characters, which a spreadsheet can’t hold. Download CSV instead.',
  manyFiles: 'Several files are being created right now. Try again in a moment.',
  notYours: 'Only the person who created this report, owners, and admins can do this.',
  hoursByPerson: 'Reports don’t show how long each person takes. Ask for hours by step or by workflow instead.',
  unusableModel: 'The model’s answer couldn’t be used.',
  notGenerated: 'Failed to generate query. Please try again.',
}
