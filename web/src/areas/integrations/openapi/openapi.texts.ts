import { OPENAPI_LIMITS } from '@throughline/contracts/openapi-tools'
import { counted } from '../../../shared/format/count.ts'
import { catalogue } from '../../../ui/catalogue.ts'
import { spec } from '../catalogue/catalogue.texts.ts'

export const texts = catalogue({
  back: 'Back to Integrations',
  restricted: 'Your role can’t add tools.',
  addWith: (count: number) => (count === 0 ? spec.add : `${spec.add} with ${counted(count, 'tool')}`),
  document: {
    label: 'About the document',
    address: 'Document URL',
    pasted: 'OpenAPI document',
    pastedHint: 'JSON or YAML, version 3.0 or 3.1, up to 2 MB.',
    read: 'Read document',
    fromFile: 'Use a file',
    paste: 'Paste it',
    fromAddress: 'Use a URL',
    addressWrong: 'Enter an address that starts with https://, without a username or password.',
    pastedWrong: 'Paste an OpenAPI document.',
    tooLarge: 'This document is larger than 2 MB.',
    failed: 'The document couldn’t be read',
    safe: 'Nothing in the document runs. Links to other addresses aren’t followed, and its text is shown but never treated as instructions.',
  },
  about: {
    read: (size: string, version: string) => `${size}, OpenAPI ${version}`,
    found: (version: string, operations: number) =>
      version === '' ? counted(operations, 'operation') : `Version ${version}, ${counted(operations, 'operation')}`,
    server: 'Server',
    fromDocument: 'from the document',
    noServer: 'The document names no server that can be called. Enter its public address.',
    signsIn: 'Signs in with',
  },
  found: {
    title: 'Tools found',
    label: 'Operations',
    selected: (count: number) => `${count} selected`,
    all: 'Select all',
    find: 'Find an operation',
    untagged: 'Other',
    none: 'No document yet',
    noneHint: 'Enter the address of an OpenAPI document, use a file, or paste it.',
    noMatch: 'No operations match',
    noMatchHint: 'Change the search.',
    reading: 'Reading the document...',
    tooMany: `A tool can have up to ${OPENAPI_LIMITS.chosen} operations. Clear some of them.`,
    amber:
      'Operations marked “May run twice” change things and don’t accept a key. A step that calls one gets a single attempt, and the builder warns about loops around it.',
    repeat: { keyed: 'Safe to retry', reads: 'Read-only', once: 'May run twice' },
    ins: (count: number) => `${count} in`,
    outs: (count: number) => `${count} out`,
    list: 'list',
  },
})
