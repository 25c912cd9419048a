import { catalogue } from '../../../ui/catalogue.ts'

export const texts = catalogue({
  label: 'Org Profile',
  profile: 'Profile',
  notifications: 'Notifications',
  audit: 'Audit log',
})
