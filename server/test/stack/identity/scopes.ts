/** What applications can be granted at the services behind this provider, in its own words. */
export const API_SCOPES: Readonly<Record<string, string>> = {
  'https://www.googleapis.com/auth/gmail.send': 'Send email on your behalf',
  'https://www.googleapis.com/auth/calendar.events': 'View and edit events on all your calendars',
  'https://www.googleapis.com/auth/spreadsheets': 'See, edit, create, and delete your spreadsheets',
  'https://www.googleapis.com/auth/drive.file': 'See, edit, and create the files you use with this app',
  'Mail.Send': 'Send mail as you',
  'Calendars.ReadWrite': 'Have full access to your calendars',
  'Files.ReadWrite': 'Have full access to your files',
}
