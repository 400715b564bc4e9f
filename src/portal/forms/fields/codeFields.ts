/** What asks for characters: both come at once, since a text message may ask for a picture first. */
export { CaptchaField } from './CaptchaField';
export { SmsCodeField } from './SmsCodeField';
