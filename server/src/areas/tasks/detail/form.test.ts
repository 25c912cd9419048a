import { expect, test } from 'vitest'
import { peopleNamed } from './form.ts'

const ID = '0197a0b0-0000-7000-8000-00000000000a'
const OTHER = '0197a0b0-0000-7000-8000-00000000000b'

test('people come along whom answers name, in fields and in tables, whatever a draft holds in their place', () => {
  const fields = [
    { name: 'lead', type: 'person' as const, label: 'Lead' },
    { name: 'note', type: 'text' as const, label: 'Note' },
    {
      name: 'crew',
      type: 'table' as const,
      label: 'Crew',
      columns: [
        { name: 'who', type: 'person' as const, label: 'Who' },
        { name: 'what', type: 'text' as const, label: 'What' },
      ],
    },
  ]
  const named = (answers: Parameters<typeof peopleNamed>[1]) => peopleNamed({ fields, show: {}, vars: {} }, answers)
  expect(named({ lead: ID, note: OTHER, crew: [{ who: OTHER, what: ID }, {}, 'odd'] })).toEqual([ID, OTHER])
  expect(named({ lead: 'Maya', crew: 'none' })).toEqual([])
})
