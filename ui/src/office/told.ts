import { ofMail } from "@/api/network";

/** Who is told of a deed: by mail, or, where none goes out, that he has to be told otherwise. */
export const toldText = (whom: string): string =>
  ofMail(
    `${whom}に、メールで知らせます。`,
    `${whom}への知らせは、メールを送れるようになるまで届きません。必要なときは、電話などで知らせてください。`,
  );
