import { AgreementField } from './AgreementField';
import { CaptchaField } from './CaptchaField';
import { CheckboxField } from './CheckboxField';
import { CheckboxesField, RadioField } from './ChoiceFields';
import { DateField, EmailField, HiddenField, IdNumberField, NumberField, PhoneField, TextField, TimeField } from './inputFields';
import type { FieldKinds } from './kinds';
import { PasswordField } from './PasswordField';
import { PickField } from './PickField';
import { RatingField } from './RatingField';
import { RichTextField } from './RichTextField';
import { SelectField } from './SelectField';
import { SmsCodeField } from './SmsCodeField';
import { TextareaField } from './TextareaField';
import { TimeSlotsField } from './TimeSlotsField';
import { UploadField } from './UploadField';

/** The components of all kinds of fields; they come with the first page that has a form. */
export const fieldKinds: FieldKinds = {
  text: TextField,
  textarea: TextareaField,
  phone: PhoneField,
  idNumber: IdNumberField,
  password: PasswordField,
  email: EmailField,
  number: NumberField,
  date: DateField,
  time: TimeField,
  select: SelectField,
  radio: RadioField,
  checkboxes: CheckboxesField,
  rating: RatingField,
  checkbox: CheckboxField,
  agreement: AgreementField,
  captcha: CaptchaField,
  smsCode: SmsCodeField,
  hidden: HiddenField,
  richText: RichTextField,
  image: UploadField,
  video: UploadField,
  file: UploadField,
  pickOne: PickField,
  pickMany: PickField,
  timeSlots: TimeSlotsField,
};
