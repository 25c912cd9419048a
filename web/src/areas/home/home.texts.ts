import { catalogue } from '../../ui/catalogue.ts'

/** Words of the specification, verbatim. */
export const spec = catalogue({ morning: 'Good morning', afternoon: 'Good afternoon', evening: 'Good evening' })

export const texts = catalogue({
  /** The greeting comes from the specification, the name from the person. */
  greet: (greeting: string, name: string) => `${greeting}, ${name}`,
  date: (date: string) => date,
  myWork: 'My work',
  nothing: 'Nothing assigned to you',
  nothingNote: 'Tasks and approvals that need you will stand here, the most urgent first.',
  firstSteps: 'Find your way',
  design: 'Design your work',
  designNote: 'Take a ready-made workflow and change it until it fits.',
  openTemplates: 'Start from a template',
  others: 'Work with others',
  othersNote: 'Turn this workspace into your organization, then invite people.',
  createOrganization: 'Create organization',
  palette: 'Jump anywhere',
  paletteNote: 'Type the name of an area, a file or a command.',
  openPalette: 'Open the command palette',
  shortcuts: 'Work by keyboard',
  shortcutsNote: 'Two keys take you to each main area. The list shows them all.',
  openShortcuts: 'Show the shortcuts',
  workspace: 'This workspace',
  facts: { name: 'Name', role: 'Your role', department: 'Department', zone: 'Time zone', account: 'Signed in as' },
})
