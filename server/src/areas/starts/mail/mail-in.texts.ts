export const mailInTexts = {
  subject: (subject: string, reference: string) =>
    subject ? `Re: ${subject}` : `We received your email: ${reference}`,
  thanks: (organization: string, subject: string, reference: string) =>
    `Thank you for your email. ${organization} received ${subject ? `“${subject}”` : 'it'} and has started work on it.

Your reference is ${reference}. To add something, reply to this email.`,
}
