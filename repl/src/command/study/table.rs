//! The games of a study as a table for other programs, a row for each seat of each game: as CSV,
//! and as Parquet with the same columns.

use super::file::{Games, Header};
use crate::cli_error::CliError;
use houserules_interpreter::playout::game_seed;
use houserules_study::close::record::{End, Record, SeatRecord};
use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::Type;
use std::sync::Arc;

/// The values of a column, one for each row.
enum Values {
    Words(Vec<String>),
    /// Words of our own, which need no quotes in CSV.
    Plain(Vec<String>),
    /// 1 and 0 in CSV.
    Flags(Vec<bool>),
    /// Never below 0.
    Seeds(Vec<u64>),
    Numbers(Vec<i64>),
    /// Empty where there is none.
    Perhaps(Vec<Option<i64>>),
}

struct Column {
    name: &'static str,
    values: Values,
}

/// A seat of a game.
struct Row<'g> {
    header: &'g Header,
    record: &'g Record,
    seat: usize,
}

impl Row<'_> {
    fn arm(&self) -> String {
        self.header.arms.get(usize::from(self.record.arm)).cloned().unwrap_or_default()
    }

    fn bot(&self) -> String {
        self.header.players.get(self.seat).cloned().unwrap_or_default()
    }

    fn is(&self, seat: Option<u8>) -> bool {
        seat.map(usize::from) == Some(self.seat)
    }

    fn has_won(&self) -> bool {
        self.record.winners.iter().any(|seat| self.is(Some(*seat)))
    }

    fn end(&self) -> String {
        match &self.record.end {
            End::Over => "over".to_string(),
            End::Stalled(_) => "stalled".to_string(),
            End::Fault(code, _) => code.clone(),
        }
    }

    fn seat_count(&self, of: fn(&SeatRecord) -> u64) -> i64 {
        self.record.seats.get(self.seat).map_or(0, |seat| number(of(seat)))
    }
}

fn number(n: impl TryInto<i64>) -> i64 {
    n.try_into().unwrap_or(i64::MAX)
}

/// All columns, in order.
fn columns<'g>(header: &'g Header, games: &'g Games) -> Vec<Column> {
    let rows: Vec<Row<'g>> = games
        .values()
        .flat_map(|record| (0..record.seats.len()).map(move |seat| Row { header, record, seat }))
        .collect();
    let words = |of: fn(&Row<'g>) -> String| Values::Words(rows.iter().map(of).collect());
    let flags = |of: fn(&Row<'g>) -> bool| Values::Flags(rows.iter().map(of).collect());
    let numbers = |of: fn(&Row<'g>) -> i64| Values::Numbers(rows.iter().map(of).collect());
    let perhaps = |of: fn(&Row<'g>) -> Option<i64>| Values::Perhaps(rows.iter().map(of).collect());
    let seeds = rows.iter().map(|r| game_seed(r.header.seed, r.record.game)).collect();
    let all = [
        ("played", words(Row::arm)),
        ("game", numbers(|r| number(r.record.game))),
        ("seed", Values::Seeds(seeds)),
        ("seat", numbers(|r| number(r.seat) + 1)),
        ("bot", words(Row::bot)),
        ("won", flags(Row::has_won)),
        ("winners", numbers(|r| number(r.record.winners.len()))),
        ("score", perhaps(|r| r.record.scores.get(r.seat).copied())),
        ("began", flags(|r| r.is(r.record.first))),
        ("changed", flags(|r| r.is(r.record.other))),
        ("end", Values::Plain(rows.iter().map(Row::end).collect())),
        ("turns", numbers(|r| number(r.record.turns))),
        ("rounds", numbers(|r| number(r.record.rounds))),
        ("decisions", numbers(|r| number(r.record.decisions))),
        ("chance", numbers(|r| number(r.record.chance))),
        ("asked", numbers(|r| r.seat_count(|s| s.asked))),
        ("forced", numbers(|r| r.seat_count(|s| s.forced))),
        ("ways", numbers(|r| r.seat_count(|s| s.ways))),
        ("lead_changes", perhaps(|r| r.record.lead.map(|l| number(l.changes)))),
        ("settled", perhaps(|r| r.record.lead?.settled.map(number))),
    ];
    all.into_iter().map(|(name, values)| Column { name, values }).collect()
}

/// As CSV, with a first line of names.
pub(super) fn csv(header: &Header, games: &Games) -> String {
    let columns = columns(header, games);
    let names: Vec<&str> = columns.iter().map(|c| c.name).collect();
    let mut text = names.join(",") + "\n";
    let rows: usize = games.values().map(|record| record.seats.len()).sum();
    for row in 0..rows {
        let cells: Vec<String> = columns.iter().map(|c| c.values.cell(row)).collect();
        text.push_str(&cells.join(","));
        text.push('\n');
    }
    text
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

impl Column {
    fn ty(&self) -> Result<Arc<Type>, ParquetError> {
        let (physical, logical) = match self.values {
            Values::Words(_) | Values::Plain(_) => {
                (Physical::BYTE_ARRAY, Some(LogicalType::String))
            }
            Values::Flags(_) => (Physical::BOOLEAN, None),
            Values::Seeds(_) => (Physical::INT64, Some(LogicalType::integer(64, false))),
            Values::Numbers(_) | Values::Perhaps(_) => (Physical::INT64, None),
        };
        let repetition = match self.values {
            Values::Perhaps(_) => Repetition::OPTIONAL,
            Values::Words(_)
            | Values::Plain(_)
            | Values::Flags(_)
            | Values::Seeds(_)
            | Values::Numbers(_) => Repetition::REQUIRED,
        };
        let ty = Type::primitive_type_builder(self.name, physical);
        Ok(Arc::new(ty.with_logical_type(logical).with_repetition(repetition).build()?))
    }
}

impl Values {
    fn cell(&self, row: usize) -> String {
        let cell = match self {
            Self::Words(all) => all.get(row).map(|word| quoted(word)),
            Self::Plain(all) => all.get(row).cloned(),
            Self::Flags(all) => all.get(row).map(|yes| u8::from(*yes).to_string()),
            Self::Seeds(all) => all.get(row).map(u64::to_string),
            Self::Numbers(all) => all.get(row).map(i64::to_string),
            Self::Perhaps(all) => all.get(row).copied().flatten().map(|n| n.to_string()),
        };
        cell.unwrap_or_default()
    }

    fn write(
        &self,
        group: &mut SerializedRowGroupWriter<'_, &mut Vec<u8>>,
    ) -> Result<(), ParquetError> {
        match self {
            Self::Words(all) | Self::Plain(all) => {
                let bytes: Vec<ByteArray> = all.iter().map(|w| w.as_str().into()).collect();
                column::<ByteArrayType>(group, &bytes, None)
            }
            Self::Flags(all) => column::<BoolType>(group, all, None),
            Self::Seeds(all) => {
                // The bits are the same; the schema says that there is no sign.
                let bits: Vec<i64> = all.iter().map(|seed| seed.cast_signed()).collect();
                column::<Int64Type>(group, &bits, None)
            }
            Self::Numbers(all) => column::<Int64Type>(group, all, None),
            Self::Perhaps(all) => {
                let there: Vec<i16> = all.iter().map(|n| i16::from(n.is_some())).collect();
                let numbers: Vec<i64> = all.iter().copied().flatten().collect();
                column::<Int64Type>(group, &numbers, Some(&there))
            }
        }
    }
}

fn column<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, &mut Vec<u8>>,
    values: &[T::T],
    there: Option<&[i16]>,
) -> Result<(), ParquetError> {
    if let Some(mut column) = group.next_column()? {
        column.typed::<T>().write_batch(values, there, None)?;
        column.close()?;
    }
    Ok(())
}

/// As Parquet, in one group of rows.
///
/// # Errors
/// If the games cannot be written so.
pub(super) fn parquet(header: &Header, games: &Games) -> Result<Vec<u8>, CliError> {
    let bytes = encoded(&columns(header, games));
    bytes.map_err(|error| CliError::Input(format!("games cannot be written: {error}"), None))
}

fn encoded(columns: &[Column]) -> Result<Vec<u8>, ParquetError> {
    let fields = columns.iter().map(Column::ty).collect::<Result<Vec<_>, _>>()?;
    let schema = Arc::new(Type::group_type_builder("games").with_fields(fields).build()?);
    // What wrote it is not in the file: the same games make the same bytes.
    let properties = WriterProperties::builder().set_created_by("houserules".to_string());
    let mut bytes = Vec::new();
    let mut file = SerializedFileWriter::new(&mut bytes, schema, Arc::new(properties.build()))?;
    let mut group = file.next_row_group()?;
    for column in columns {
        column.values.write(&mut group)?;
    }
    group.close()?;
    file.close()?;
    Ok(bytes)
}
