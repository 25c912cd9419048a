import { counted } from '../../../shared/format/count.ts'
import { catalogue } from '../../../ui/catalogue.ts'

export const texts = catalogue({
  plan: 'Plan',
  start: 'Start date',
  end: 'End date',
  renew: 'Auto-renew',
  enabled: 'Enabled',
  disabled: 'Disabled',
  noDate: 'None',

  people: 'People',
  invited: (count: number) => `${count} invited`,
  atLeast: (count: number) => `${count}+`,

  rules: 'Access rules',
  rulesNote: 'Owners change these',
  on: 'On',
  off: 'Off',
  twoFactors: 'Require two factors',
  have: (some: number, all: number) => `${some} of ${counted(all, 'person has', 'people have')} it.`,
  asked: 'The others must set it up before they can continue.',
  adminsSeeAll: 'Admins see all',
  seeAll: 'Admins see all work.',
  seeOpen: 'Admins see only what’s shared with them.',
  managers_publish: 'Only managers publish workflows',
  managers_override: 'Only managers override tasks',
  managers_delete: 'Only managers delete instances',
  managersOnly: 'Members can’t do this.',
  membersToo: 'Members can do this too.',
  requireQuestion: 'Require two factors for everyone?',
  lacking: (count: number) =>
    count === 1
      ? '1 person has no second factor. They must set one up before they can continue.'
      : `${count} people have no second factor. They must set one up before they can continue.`,
  nobodyLacking: 'Everyone has a second factor. New members must set one up first.',
  require: 'Require two factors',
})
