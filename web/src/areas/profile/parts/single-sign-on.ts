/** Their organisation signs them in: e-mail and password are not theirs to change here. */
export const isSingleSignOn = ({ auth_type }: { auth_type: string }) => auth_type.startsWith('sso_')
