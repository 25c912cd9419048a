import { catalogue } from '../../ui/catalogue.ts'

/** Words of the specification, verbatim. */
export const spec = catalogue({ required: 'Desktop Experience Required' })

export const texts = catalogue({
  product: 'Throughline',
  text: 'Throughline is built for desktop browsers. Open it there for the full workspace.',
  alsoHere: 'These also work here',
  areas: ['My Workspace', 'Tasks', 'Inbox', 'Approvals', 'Documents'],
  builders: 'The workflow, form, and website builders need a larger screen.',
  continue: 'Continue on this device',
  homepage: 'Go to the homepage',
  back: 'Back to My Workspace',
})
