import type { INDUSTRIES, ORG_SIZES } from '@throughline/contracts/org'
import { catalogue } from '../../ui/catalogue.ts'

const industries: Record<(typeof INDUSTRIES)[number], string> = {
  Technology: 'Technology',
  Healthcare: 'Healthcare',
  Finance: 'Finance',
  Education: 'Education',
  Manufacturing: 'Manufacturing',
  Retail: 'Retail',
  Other: 'Other',
}

const sizes: Record<(typeof ORG_SIZES)[number], string> = {
  '1-10': '1-10',
  '11-50': '11-50',
  '50-100': '50-100',
  '101-500': '101-500',
  '501+': '501+',
}

/** Words of the specification, verbatim. */
export const spec = catalogue({
  industries,
  sizes,
  title: 'Org Profile',
  saved: 'Organization profile updated successfully!',
  saveFailed: 'Failed to update organization profile. Please try again.',
  logoType: 'Please select a valid image file (JPEG, PNG, or GIF)',
  logoSize: 'Image size should be less than 5MB',
  logoSaved: 'Logo uploaded successfully',
  logoFailed: 'Failed to upload logo. Please try again.',
  subscription: 'Subscription',
  subscriptionFailed: 'Failed to load subscription details. Please try again.',
  updatePlan: 'Update Plan',
  members: 'Members',
  teams: 'Teams',
  tryAgain: 'Try Again',
})

export const texts = catalogue({
  loading: 'Loading organization profile...',
  loadFailed: 'The organization profile couldn’t be loaded',

  edit: 'Edit',
  save: 'Save',
  cancel: 'Cancel',
  unsaved: 'Unsaved changes',
  discardNote: 'Your changes to the organization profile haven’t been saved.',
  stale: 'Someone else changed the profile while you were editing',
  staleNote: 'Load the latest version, then save. Your own changes stay in the form.',
  reload: 'Load the latest',

  create: {
    title: 'Create your organization',
    note: 'Your workspace becomes the organization. Your workflows, files, and tasks stay where they are.',
    submit: 'Create organization',
    after: 'You become its owner. Working time and access rules come next.',
    namePlaceholder: 'What your clients call you',
  },

  fields: {
    name: 'Name',
    industry: 'Industry',
    size: 'Size',
    website: 'Website',
    contact_email: 'Contact email',
    phone: 'Phone',
    address: 'Address',
    description: 'Description',
  },
  websitePlaceholder: 'https://',
  choose: 'Choose…',
  zone: { title: 'Time zone', hint: 'Due dates end there. You can change it later.' },
  none: 'None',
  /** Both words are those of the two fields. */
  kind: (industry: string, size: string) => `${industry} · ${size} people`,
  newTab: 'opens in a new tab',

  problems: {
    name: 'Enter a name of at most 120 characters',
    website: 'A web address looks like https://example.com',
    contact_email: 'Enter an email address',
    phone: 'Use at most 50 characters',
    address: 'Use at most 500 characters',
    description: 'Use at most 2,000 characters',
    industry: 'Choose an industry',
    size: 'Choose a size',
    hours: (day: string) => `${day}: the end must be after the start`,
    holidayName: 'Enter a name',
    holidayDates: 'Choose the first and the last day',
    holidayOrder: 'The last day can’t be before the first',
    server: 'The server rejected this value',
  },
})
