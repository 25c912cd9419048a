import { catalogue } from '../../../ui/catalogue.ts'

export const texts = catalogue({
  logoOf: (name: string) => `Logo of ${name}`,
  upload: 'Upload logo',
  change: 'Change logo',
  rules: (most: string) => `JPEG, PNG, or GIF, under ${most}. You can crop it next.`,
  uploading: 'Uploading logo',
  progress: (percent: number, size: string) => `${percent}% of ${size}`,

  crop: 'Crop the logo',
  file: (size: string) => ` · ${size}`,
  looks: 'How it will look',
  sizes: { 64: 'Org Profile, invitations', 40: 'Public forms, emails', 24: 'Navigation' },
  stored: 'Saved as 512 × 512. Location and camera data are removed.',
  use: 'Use this logo',
})
