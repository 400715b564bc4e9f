import { AgreementField } from './AgreementField';
import { CaptchaField } from './CaptchaField';
import { CascadeField } from './CascadeField';
import { CheckboxField } from './CheckboxField';
import { CheckboxesField, RadioField } from './ChoiceFields';
import {
  DateField,
  DateTimeField,
  EmailField,
  HiddenField,
  IdNumberField,
  MonthField,
  NumberField,
  PhoneField,
  TextField,
  TimeField,
} from './inputFields';
import type { FieldKinds } from './kinds';
import { HeadingField } from './HeadingField';
import { PasswordField } from './PasswordField';
import { PickField } from './PickField';
import { RatingField } from './RatingField';
import { RichTextField } from './RichTextField';
import { SelectField } from './SelectField';
import { SliderField } from './SliderField';
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
  integer: NumberField,
  slider: SliderField,
  date: DateField,
  dateTime: DateTimeField,
  month: MonthField,
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
  cascade: CascadeField,
  heading: HeadingField,
};
