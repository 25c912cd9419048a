import { by, day, type Tale } from './casework.ts'

const EQUIPMENT = ['Laptop', 'Monitor', 'Headset', 'Badge'].map((what) => ({ what, how_many: 1 }))
const HANDOVER = [
  { what: 'Meridian correspondence', to_whom: 'Elena Popescu' },
  { what: 'Osprey file', to_whom: 'Noor Haddad' },
  { what: 'Keys of the archive', to_whom: 'Wei Chen' },
]

export const JOINER_TALES: Tale[] = [
  {
    who: 'wei',
    title: 'Lotte Jansen',
    start: async (cast) => ({
      answers: {
        person_name: 'Lotte Jansen',
        private_email: 'lotte@jansen.example',
        job_title: 'Junior accountant',
        first_day: day(16),
        line_manager: await cast.member('maya'),
        work_place: 'both',
      },
    }),
    async goes(work) {
      const answers = { first_weeks: 'Shadow Elena, then two small clients.', equipment_list: EQUIPMENT }
      await work.done('maya', 'plan', { answers })
      await work.done('wei', 'equipment', { answers: { asset_tag: 'HV-2207' }, item: 0 })
      await work.done('wei', 'equipment', { answers: { asset_tag: 'HV-2208' }, item: 1 })
      await work.change('wei', 'buddy', { due_date: by(-2), priority: 'high' })
      await work.says('wei', 'The laptop is here. {maya}, who will be her buddy?')
    },
  },
]

export const LEAVER_TALES: Tale[] = [
  {
    who: 'maya',
    title: 'Daniel Marsh',
    start: async (cast) => ({
      narrowed: true,
      answers: {
        leaver_name: 'Daniel Marsh',
        last_day: day(12),
        leaver_manager: await cast.member('maya'),
        reason: 'own_wish',
      },
    }),
    async goes(work) {
      await work.done('maya', 'announce', { answers: { announcement: 'To the team on Tuesday, with thanks.' } })
      await work.done('maya', 'handover', { answers: { handover_list: HANDOVER } })
      await work.done('maya', 'handover_check', { answers: { taken_over: true }, item: 0 })
    },
  },
]
