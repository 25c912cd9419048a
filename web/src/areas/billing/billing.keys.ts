/** Under it stand all answers about plans, payments and what is used. */
export const billingKey = ['billing'] as const
