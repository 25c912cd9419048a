import { catalogue } from '../../../ui/catalogue.ts'

export const texts = catalogue({
  firstSteps: 'Get started',
  design: 'Design your work',
  designNote: 'Start with a ready-made workflow and adapt it.',
  openTemplates: 'Start from a template',
  others: 'Work with others',
  othersNote: 'Turn this workspace into your organization, then invite people.',
  createOrganization: 'Create organization',
  palette: 'Jump anywhere',
  paletteNote: 'Type the name of an area, a file, or a command.',
  openPalette: 'Open the command palette',
  shortcuts: 'Work by keyboard',
  shortcutsNote: 'Two keys take you to any main area. See the full list.',
  openShortcuts: 'Show the shortcuts',
  workspace: 'This workspace',
  facts: { name: 'Name', role: 'Your role', department: 'Department', zone: 'Time zone', account: 'Signed in as' },
})
