import { Profile } from '@throughline/contracts/profile'
import { person } from '../../../shared/testing/person.ts'

export const profile = (differences: Partial<Profile> = {}): Profile =>
  Profile.parse({
    id: person().id,
    name: 'Maya Okafor',
    email: 'maya@harborvale.example',
    username: 'maya',
    photo: null,
    auth_type: 'custom_individual',
    language: 'en',
    time_zone: 'Europe/Amsterdam',
    has_password: true,
    password_changed_at: '2026-08-03T09:00:00Z',
    google_connected: false,
    two_factor_enabled: false,
    two_factor_since: null,
    recovery_codes_left: 0,
    deletes_at: null,
    version: 1,
    ...differences,
  })
