export const texts = {
  copyHint: 'Or open this address:',
  subject: (organization: string) => `${organization} reached its limit for outside email`,
  heading: 'Email to outside addresses is waiting',
  body: (organization: string, instance: string | undefined, until: string) =>
    `${organization} reached its limit for email to people outside the organization. ${instance === undefined ? 'An instance' : `“${instance}”`} is waiting and will continue on its own, no earlier than ${until}.`,
  note: 'Email to members isn’t affected. If you didn’t expect this much email, cancel the instances that send it.',
  openInstance: 'Open the instance',
  openList: 'Open instances',
}
