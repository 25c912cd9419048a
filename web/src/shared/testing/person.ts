import { CurrentUser } from '@throughline/contracts/auth'

const id = (last: number) => `0198f3a0-0000-7000-8000-${String(last).padStart(12, '0')}`

/** Somebody who is signed in, for tests. */
export const person = (differences: Partial<CurrentUser> = {}): CurrentUser =>
  CurrentUser.parse({
    id: id(1),
    username: 'maya',
    name: 'Maya Okafor',
    email: 'maya@harborvale.example',
    photo: null,
    auth_type: 'custom_individual',
    is_admin: true,
    is_approved: true,
    is_internal: false,
    role: 'owner',
    role_display_name: 'Owner',
    department: null,
    organization_id: id(2),
    tenant_id: id(2),
    tenant_name: 'Harbor & Vale',
    member_id: id(3),
    permissions: [],
    time_zone: 'UTC',
    subscription_active: true,
    two_factor_enabled: false,
    two_factors_missing: false,
    deletes_at: null,
    ...differences,
  })
