const ADMIN_TABS = ['approvals', 'organizations', 'feedback', 'subscriptions', 'log'] as const
type AdminTab = (typeof ADMIN_TABS)[number]

export type AdminSearch = { tab?: AdminTab; org?: string }

const isTab = (value: unknown): value is AdminTab => ADMIN_TABS.some((tab) => tab === value)
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Which tab stands open, and of organizations which one. Anything else in the address is left out. */
export const parseAdminSearch = ({ tab, org }: Record<string, unknown>): AdminSearch => ({
  ...(isTab(tab) && { tab }),
  ...(tab === 'organizations' && typeof org === 'string' && ID.test(org) && { org }),
})

export const adminPath = ({ tab, org }: { tab: AdminTab; org?: string }): string =>
  `/home?tab=${tab}${org === undefined ? '' : `&org=${org}`}`
