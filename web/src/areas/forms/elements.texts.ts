import { catalogue } from '../../ui/catalogue.ts'

type Words = Readonly<Record<string, string>>

const kinds: Words = {
  textbox: 'Text',
  text: 'Text',
  textarea: 'Long text',
  dropdown: 'Dropdown',
  select: 'Dropdown',
  checkbox: 'Checkbox',
  checkboxes: 'Checkboxes',
  attachment: 'Attachment',
  file: 'Attachment',
  email: 'Email',
  number: 'Number',
  date: 'Date',
  tel: 'Phone',
  url: 'Web address',
  radio: 'Single choice',
  mainHeading: 'Title',
  sectionHeading: 'Section',
  section: 'Divider',
  label: 'Text block',
  button: 'Button',
  headerBanner: 'Header banner',
  page: 'Page',
}

const hints: Words = {
  textbox: 'One line',
  textarea: 'Multiple lines',
  dropdown: 'One choice from a list',
  checkbox: 'Yes or no',
  checkboxes: 'Several choices from a list',
  attachment: 'Files, scanned for viruses',
  email: 'An email address',
  number: 'A whole number or decimal',
  date: 'A date, in the respondent’s local format',
  tel: 'A phone number',
  url: 'A link to a page',
  radio: 'One choice, with all options visible',
  mainHeading: 'A large heading',
  sectionHeading: 'A heading for what follows',
  section: 'A line between two parts',
  label: 'Text without a question',
  page: 'Starts a new page',
}

export const texts = catalogue({ kinds, hints })
