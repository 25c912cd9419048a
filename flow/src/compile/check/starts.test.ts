import { expect, test } from 'vitest'
import { validate } from '../../compile.ts'
import type { Field } from '../../document.ts'
import type { KnownStart } from '../../start-mapping.ts'
import { manual, workflow } from '../../testing/make.ts'

const field = (name: string, more: Partial<Field> = {}): Field => ({ name, type: 'text', label: name, ...more })
const start_fields = [
  field('vendor', { required: true, label: 'Vendor' }),
  field('size', { type: 'select', options: [{ value: 's', label: 'Small' }] }),
  field('contract', { type: 'file', required: true }),
]
const doc = { ...workflow('sequential', manual('a')), start_fields }

const start = (more: Partial<KnownStart>): KnownStart => ({
  kind: 'webhook',
  name: 'Procurement',
  gives: ['vendor'],
  fixed_values: {},
  ...more,
})

const found = (...starts: KnownStart[]) =>
  validate(doc, { starts }).flatMap(({ code, level, text }) => (code === 'start_unfit' ? [`${level} ${text}`] : []))

const LATER = 'Change it in Ways to start after you publish.'

test.each<[string, Partial<KnownStart>, string[]]>([
  ['what fits', { fixed_values: { size: 's' } }, []],
  [
    'a value that is required and that nothing gives',
    { gives: [] },
    [
      `W The webhook “Procurement” gives no value for “Vendor”, which is required, so it can’t start this version. ${LATER}`,
    ],
  ],
  [
    'a value of a field that is gone',
    { gives: ['vendor', 'amount'] },
    [
      `W The webhook “Procurement” gives a value for “amount”, which isn’t asked for anymore. It will be ignored. ${LATER}`,
    ],
  ],
  [
    'a value for what takes a file now',
    { kind: 'mail', name: 'Invoices', gives: ['vendor', 'contract'] },
    [
      `W The email address “Invoices” gives a value for “contract”, which takes a file, so it can’t start this version. ${LATER}`,
    ],
  ],
  [
    'a fixed value that is no option anymore',
    { kind: 'schedule', name: 'Monthly', gives: [], fixed_values: { vendor: 'Acme', size: 'xl' } },
    [
      `W The schedule “Monthly” gives “size” a value that isn’t accepted anymore, so it can’t start this version. ${LATER}`,
    ],
  ],
  [
    'a form without what is required, whose other answers are kept',
    { kind: 'form', name: 'Intake', gives: ['extra', 'contract'] },
    [`W The form “Intake” gives no value for “Vendor”, which is required, so it can’t start this version. ${LATER}`],
  ],
  [
    'programs that don’t have to send it yet',
    { kind: 'api', name: '', gives: [] },
    ['W Programs with an API key don’t have to send “Vendor” yet. Once you publish, calls without it are rejected.'],
  ],
  [
    'programs that had to send what is gone',
    { kind: 'api', name: '', gives: ['vendor', 'amount'] },
    ['W Programs with an API key send “amount”, which isn’t asked for anymore. It will be ignored.'],
  ],
])('before publishing people read of %s', (_, more, texts) => {
  expect(found(start(more))).toEqual(texts)
})

test('two starts of the same name that lack the same are one finding; nothing of it keeps a draft from being published', () => {
  const problems = validate(doc, { starts: [start({ gives: [] }), start({ gives: [] })] })
  expect(problems.filter(({ code }) => code === 'start_unfit')).toHaveLength(1)
  expect(problems.filter(({ level }) => level === 'E')).toEqual([])
})
